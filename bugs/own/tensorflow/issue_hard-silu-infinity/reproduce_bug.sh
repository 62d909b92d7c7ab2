conda create -y -n issue_hard-silu-infinity python=3.11
conda activate issue_hard-silu-infinity
pip install -r requirements.txt pytest
pytest -sx test_issue_hard-silu-infinity.py
