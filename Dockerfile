# The server over stdio, with OCR:  docker run -i --rm -v "$HOME/OpenCouncil:/vault" opencouncil
# The command line:                 docker run --rm -v "$HOME/OpenCouncil:/vault" -v "$PWD/records:/records:ro" opencouncil ingest /records
FROM python:3.12-slim
RUN apt-get update && apt-get install -y --no-install-recommends tesseract-ocr && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY pyproject.toml README.md LICENSE ./
COPY mcp_server mcp_server
COPY pipeline pipeline
COPY hop_controller hop_controller
COPY prompts prompts
COPY vault vault
RUN pip install --no-cache-dir . && useradd --create-home council && mkdir /vault && chown council /vault
USER council
WORKDIR /home/council
ENV OPENCOUNCIL_VAULT=/vault/vault.db
VOLUME /vault
ENTRYPOINT ["opencouncil"]
CMD ["serve"]
