"""An evening followed on a phone: players choose their name once, and find it again from the front page."""

from playwright.sync_api import Browser, Page, expect


def test_a_player_follows_his_evening_from_his_phone(
    browser: Browser, browser_context_args: dict[str, object], site: str
) -> None:
    phone = _phone(browser, browser_context_args)
    phone.goto(site)
    phone.get_by_role("link", name="Suivre la soirée en cours").tap()
    phone.get_by_role("link", name="Ma soirée").tap()
    name_link = phone.locator(".names a").nth(3)
    name = name_link.inner_text()
    name_link.tap()
    phone.get_by_role("button", name="C’est moi").tap()

    expect(phone.get_by_role("heading", name=name)).to_contain_text("Ma soirée")
    expect(phone.get_by_role("heading", name="Maintenant")).to_be_visible()
    expect(phone.locator(".strip li")).to_have_count(28)
    mine = phone.url

    phone.goto(site)
    phone.get_by_role("link", name="Ma soirée").tap()
    expect(phone).to_have_url(mine)
    phone.get_by_role("link", name="Classement").tap()
    line = phone.locator(".my-line")
    expect(line).to_contain_text(name)
    line.tap()
    expect(phone.locator("tr.mine")).to_be_in_viewport()
    expect(line).to_be_hidden()


def _phone(browser: Browser, arguments: dict[str, object]) -> Page:
    return browser.new_context(
        **{  # type: ignore[arg-type]
            **arguments,
            "viewport": {"width": 360, "height": 640},
            "has_touch": True,
            "is_mobile": True,
        }
    ).new_page()
