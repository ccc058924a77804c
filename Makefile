# A thin shim: everything is done by .ci/make.py, which needs nothing but a Python (3.11 or newer).
# Without make: python3 .ci/make.py book
PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11 python,$(shell command -v $(name) 2>/dev/null)))
TARGETS := book test check lint bench bench-desk nightly record setup site site-test pins links environment clean

.PHONY: help $(TARGETS)

help:
	@$(or $(PYTHON),python3) .ci/make.py

$(TARGETS):
	@$(or $(PYTHON),python3) .ci/make.py $@
