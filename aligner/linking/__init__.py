"""Link rulings of several languages: cheap evidence, vectors, order-free matching, long pages."""
