"""The system's browsers for the tests; playwright is never asked to download one.

A missing one is an error, never a skip.
"""

from tests.services import find_binary

CHROMIUM_FEATURES_OFF = [
    # Each window would load two pages of its own for suggestions in the address bar.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    # Those that playwright turns off: the last --disable-features replaces every other.
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
# Nothing moves: over BiDi playwright hands no reduced_motion on to a context.
FIREFOX_PREFERENCES: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}


def chromium() -> str:
    return find_binary("chromium", "chromium-browser", "google-chrome", chosen_by="CHROMIUM")


def firefox() -> str:
    return find_binary("firefox-esr", "firefox", chosen_by="FIREFOX")
