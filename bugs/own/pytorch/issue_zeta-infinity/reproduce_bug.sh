conda create -y -n issue_zeta-infinity python=3.11
conda activate issue_zeta-infinity
pip install -r requirements.txt pytest
pytest -sx test_issue_zeta-infinity.py
