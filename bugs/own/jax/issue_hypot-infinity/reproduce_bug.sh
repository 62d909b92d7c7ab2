conda create -y -n issue_hypot-infinity python=3.11
conda activate issue_hypot-infinity
pip install -r requirements.txt
pytest -sx test_issue_hypot-infinity.py
