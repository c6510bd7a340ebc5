"""The system's browsers for the tests; playwright is never asked to download one.

A missing one is an error, never a skip.
"""

import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from devtools.services import PrivateServer, find_binary, running, temporary_folder

SCREEN = "1600x1200x24"

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_FEATURES_OFF = [
    # Each window would load two pages of its own for suggestions in the address bar.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    # Those that playwright turns off: the last --disable-features replaces all others.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
]
CHROMIUM_FLAGS = [
    f"--disable-features={','.join(CHROMIUM_FEATURES_OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
# Reduced motion: over BiDi playwright does not pass reduced_motion to a context.
FIREFOX_PREFERENCES: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}


def chromium() -> str:
    return find_binary(*CHROMIUM, chosen_by="CHROMIUM")


def headless_chromium() -> str:
    """Chromium's headless shell, which saves a fifth of the time; otherwise full Chromium."""
    return find_binary("chromium-headless-shell", *CHROMIUM, chosen_by="CHROMIUM")


@asynccontextmanager
async def launched(chromium: str, *flags: str) -> AsyncIterator[Browser]:
    """The Chromium at this path, with more flags."""
    async with async_playwright() as playwright:
        args = [*CHROMIUM_FLAGS, *flags]
        browser = await playwright.chromium.launch(executable_path=chromium, args=args)
        yield browser
        await browser.close()


def firefox() -> str:
    return find_binary("firefox-esr", "firefox", chosen_by="FIREFOX")


def webkit_driver() -> str:
    return find_binary("WebKitWebDriver", chosen_by="WEBKIT_DRIVER")


def mini_browser() -> str:
    """WebKitGTK's own browser, installed beside its library, not on the path."""
    beside = sorted(map(str, Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")), reverse=True)
    return find_binary("MiniBrowser", *beside, chosen_by="MINI_BROWSER")


@contextmanager
def screen() -> Iterator[str]:
    """A virtual display for a browser that needs one; its name."""
    binary = find_binary("Xvfb", chosen_by="XVFB")
    with temporary_folder("xvfb-") as folder:
        server = PrivateServer(
            name="Xvfb",
            url="",
            folder=folder,
            command=[binary, "-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"],
            is_ready=lambda: bool(_number_in(folder / "log")),
            kill_signal=signal.SIGKILL,
        )
        with running(server):
            yield f":{_number_in(folder / 'log')}"


def _number_in(log: Path) -> str:
    """The display's number, once Xvfb has printed it."""
    return "".join(re.findall(r"^\d+$", log.read_text(errors="replace"), re.MULTILINE))
