"""kishi as an engine behind boards and managers of others."""
