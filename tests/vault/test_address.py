"""Addresses of vaults in a cluster: what is one, and what is refused with the next step."""

import pytest

from vault.errors import InputError
from vault.opensearch.address import address_of, credentials_of, is_address


@pytest.mark.parametrize(
    ("text", "url", "prefix"),
    [
        ("opensearch+https://search.example.org:9243/nh-towns", "https://search.example.org:9243", "nh-towns"),
        ("opensearch+https://search.example.org/council", "https://search.example.org:9200", "council"),
        ("opensearch+http://127.0.0.1:9600/test", "http://127.0.0.1:9600", "test"),
        ("opensearch+http://[::1]:9600/test", "http://[::1]:9600", "test"),
    ],
)
def test_an_address_names_a_cluster_and_a_prefix(text: str, url: str, prefix: str) -> None:
    assert is_address(text)
    assert (address_of(text).url, address_of(text).prefix, is_address("/home/me/vault.db")) == (url, prefix, False)


@pytest.mark.parametrize(
    "text",
    [
        "opensearch+http://search.example.org:9200/council",
        "opensearch+https://search.example.org:9200",
        "opensearch+https://search.example.org:9200/Big*",
        "opensearch+https://me:secret@search.example.org/council",
        "opensearch+ftp://search.example.org/council",
        "https://search.example.org/council",
    ],
)
def test_plain_http_elsewhere_passwords_and_odd_prefixes_are_refused(text: str) -> None:
    with pytest.raises(InputError) as told:
        address_of(text)
    assert told.value.next_step
    assert "secret" not in told.value.message


def test_credentials_come_from_the_environment_and_are_not_shown() -> None:
    found = credentials_of({"OPENCOUNCIL_OPENSEARCH_USER": "me", "OPENCOUNCIL_OPENSEARCH_PASSWORD": "hush"})
    assert (found.user, found.password.get_secret_value()) == ("me", "hush")
    assert "hush" not in repr(found)
