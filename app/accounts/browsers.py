"""Browsers: names the browser and system of a session for its owner, from the `User-Agent` header.

Only the names are kept, no version and no address: they tell one's own sessions apart.
"""

from __future__ import annotations

import re

BROWSERS = [
    (r"\bEdgA?/|\bEdgiOS/", "Edge"),
    (r"\bOPR/|\bOPiOS/", "Opera"),
    (r"\bSamsungBrowser/", "Samsung Internet"),
    (r"\bFirefox/|\bFxiOS/", "Firefox"),
    (r"\bChrome/|\bCriOS/|\bHeadlessChrome/", "Chrome"),
    (r"\bSafari/", "Safari"),
]
"""The first that fits: most browsers also name those that they resemble."""
SYSTEMS = [
    (r"\bAndroid\b", "Android"),
    (r"\biPad\b", "iPad"),
    (r"\biPhone\b", "iPhone"),
    (r"\bCrOS\b", "ChromeOS"),
    (r"\bWindows\b", "Windows"),
    (r"\bMacintosh\b", "macOS"),
    (r"\bLinux\b", "Linux"),
]


def browser_of(user_agent: str) -> str:
    """Such as "Firefox, Linux"; empty for programs that name no browser."""
    browser = _first(BROWSERS, user_agent)
    system = _first(SYSTEMS, user_agent)
    return ", ".join(part for part in (browser, system) if part) if browser else ""


def _first(known: list[tuple[str, str]], user_agent: str) -> str:
    return next((name for pattern, name in known if re.search(pattern, user_agent)), "")
