"""Schema: the tables of every package."""

from __future__ import annotations

import app.accounts.models
import app.admin.models
import app.analysis.models
import app.clocks.models
import app.friends.models
import app.idempotency.models
import app.instance.models
import app.mail.models
import app.matches.models
import app.matchmaking.models
import app.matchmaking.pushes
import app.notifications.push.letters
import app.notifications.push.models
import app.notifications.webhooks.models
import app.ratings.models  # noqa: F401 - metadata knows the tables of all
from app.infra.database import Base

metadata = Base.metadata
