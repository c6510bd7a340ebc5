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

from devtools import browsers
from devtools.services import plain_environment, temporary_folder

TIMEOUT_S = 60
POLL_S = 0.05
MAX_PRESSES = 3
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
        """Open a page in a window of this width, or the smallest possible."""
        self.driver.set_window_size(width, HEIGHT)
        self.driver.get(address)
        self.driver.execute_script(LISTEN)

    @property
    def errors(self) -> list[str]:
        """The page's errors since it was loaded; the driver does not report the console."""
        errors: list[str] = self.driver.execute_script("return window.errors")
        return errors

    def find(self, css: str) -> WebElement:
        """The first such element, once it is clickable."""
        wait = WebDriverWait(self.driver, TIMEOUT_S, POLL_S)
        element: WebElement = wait.until(
            element_to_be_clickable((By.CSS_SELECTOR, css)),
            f"no {css} at {self.driver.current_url}",
        )
        return element

    def press(self, css: str, leads_to: str) -> None:
        """Press such an element until a script returns a true value: a page that is still loading
        may move it from under the pointer.
        """
        for _ in range(MAX_PRESSES):
            with suppress(WebDriverException):
                self.find(css).click()
                self._wait(TIMEOUT_S / MAX_PRESSES, leads_to)
                return
        self.until(leads_to)

    def until(self, holds: str, *arguments: Any) -> Any:
        """The script's result, once it is true."""
        return self._wait(TIMEOUT_S, holds, *arguments)

    def _wait(self, seconds: float, holds: str, *arguments: Any) -> Any:
        wait = WebDriverWait(self.driver, seconds, POLL_S)
        return wait.until(
            lambda driver: driver.execute_script(holds, *arguments),
            f"not so at {self.driver.current_url}: {holds}",
        )


@contextmanager
def open_window() -> Iterator[WebKit]:
    """A window on its own screen, without animations."""
    options = Options()
    options.binary_location = browsers.mini_browser()
    options.add_argument("--automation")
    with browsers.screen() as display, temporary_folder("webkit-") as home:
        settings = home / ".config/gtk-3.0/settings.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text(STILL)
        environment = {"DISPLAY": display, "NO_AT_BRIDGE": "1"}
        service = Service(
            executable_path=browsers.webkit_driver(),
            env={**plain_environment(home), **environment},
        )
        driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            yield WebKit(driver)
        finally:
            driver.quit()
