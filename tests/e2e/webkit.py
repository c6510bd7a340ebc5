"""WebKit, the engine of Safari, in WebKitGTK's MiniBrowser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.expected_conditions import element_to_be_clickable
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests import browsers
from tests.services import plain_environment, temporary_folder

PATIENCE_S = 60
LOOK_S = 0.05
PRESSES = 3
HEIGHT = 844
STILL = "[Settings]\ngtk-enable-animations=0\n"
"""Makes pages in WebKitGTK prefer reduced motion."""
LISTEN = """
  const errors = (window.errors = []);
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  console.error = (...what) => errors.push(what.join(' '));
"""


class WebKit:
    """One window."""

    def __init__(self, driver: WebDriver) -> None:
        self.driver = driver

    def open(self, address: str, width: int = 1280) -> None:
        """In a window of this width, or the least that it can have."""
        self.driver.set_window_size(width, HEIGHT)
        self.driver.get(address)
        self.driver.execute_script(LISTEN)

    @property
    def errors(self) -> list[str]:
        """Those of the page since it was loaded; the driver itself hears no console."""
        errors: list[str] = self.driver.execute_script("return window.errors")
        return errors

    def find(self, css: str) -> WebElement:
        """The first such element, as soon as it can be pressed."""
        wait = WebDriverWait(self.driver, PATIENCE_S, LOOK_S)
        found: WebElement = wait.until(
            element_to_be_clickable((By.CSS_SELECTOR, css)),
            f"no {css} at {self.driver.current_url}",
        )
        return found

    def press(self, css: str, leads_to: str) -> None:
        """Press such an element until a script is true: a page that is still loading may move it
        from under the pointer.
        """
        for _ in range(PRESSES):
            with suppress(WebDriverException):
                self.find(css).click()
                self._wait(PATIENCE_S / PRESSES, leads_to)
                return
        self.until(leads_to)

    def until(self, holds: str, *arguments: Any) -> Any:
        """What a script returns, as soon as that is true."""
        return self._wait(PATIENCE_S, holds, *arguments)

    def _wait(self, seconds: float, holds: str, *arguments: Any) -> Any:
        wait = WebDriverWait(self.driver, seconds, LOOK_S)
        return wait.until(
            lambda driver: driver.execute_script(holds, *arguments),
            f"not so at {self.driver.current_url}: {holds}",
        )


@contextmanager
def open_window() -> Iterator[WebKit]:
    """A window of its own on a screen of its own, in which nothing moves."""
    options = Options()
    options.binary_location = browsers.mini_browser()
    options.add_argument("--automation")
    with browsers.screen() as display, temporary_folder("webkit-") as home:
        settings = home / ".config/gtk-3.0/settings.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text(STILL)
        surroundings = {"DISPLAY": display, "NO_AT_BRIDGE": "1"}
        service = Service(
            executable_path=browsers.webkit_driver(),
            env={**plain_environment(home), **surroundings},
        )
        driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            yield WebKit(driver)
        finally:
            driver.quit()
