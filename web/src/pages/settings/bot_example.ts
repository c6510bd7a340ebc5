/** A bot in ten lines of Python that runs as it stands, once it has a token. */
export function botExample(api: string, token = 'cnc_…'): string {
  return `import json, httpx
house = httpx.Client(base_url="${api}", headers={"Authorization": "Bearer ${token}"}, timeout=30)
with house.stream("GET", "/me/stream") as lines:
    for line in filter(None, lines.iter_lines()):
        news = json.loads(line)
        if news["t"] == "invite":
            house.post(f"/matches/{news['match']['id']}/seats", json={"seat": news["seat"]})
        for asked in news.get("decisions", []):
            if not asked["optional"]:
                house.post(f"/matches/{news['match']}/decisions/{asked['id']}", json={"answer": asked["default"]})`;
}
