"""Mail: what the server writes to people by SMTP, where its host has set that up."""
