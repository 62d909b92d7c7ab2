conda create -y -n issue_arccos-infinity python=3.11
conda activate issue_arccos-infinity
pip install -r requirements.txt
pytest -sx test_issue_arccos-infinity.py
