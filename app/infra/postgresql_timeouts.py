"""PostgreSQL timeouts: how long connections wait and hold on."""

from __future__ import annotations

CLIENT_MARGIN_S = 1.0
"""How much later the client's timeout is than the server's."""
CLOSE_TIMEOUT_S = 1.0
"""How long an orderly close may take."""
TCP_USER_TIMEOUT_MS = 5_000
"""TCP drops a connection whose data is unacknowledged for this long."""
