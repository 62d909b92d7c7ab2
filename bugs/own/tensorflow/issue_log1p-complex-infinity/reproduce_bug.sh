conda create -y -n issue_log1p-complex-infinity python=3.11
conda activate issue_log1p-complex-infinity
pip install -r requirements.txt pytest
pytest -sx test_issue_log1p-complex-infinity.py
