"""The commands, one file a subject: options in, a report out; no thinking."""
