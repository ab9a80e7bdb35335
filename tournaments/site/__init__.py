"""Pages and services that span all areas: home page, one's own data, the log, erasure, health checks."""
