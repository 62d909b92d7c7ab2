conda create -y -n issue_expint-infinity python=3.11
conda activate issue_expint-infinity
pip install -r requirements.txt pytest
pytest -sx test_issue_expint-infinity.py
