conda create -y -n issue_gelu-infinity python=3.11
conda activate issue_gelu-infinity
pip install -r requirements.txt pytest
pytest -sx test_issue_gelu-infinity.py
