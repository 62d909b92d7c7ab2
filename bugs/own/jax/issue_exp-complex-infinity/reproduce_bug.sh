conda create -y -n issue_exp-complex-infinity python=3.11
conda activate issue_exp-complex-infinity
pip install -r requirements.txt
pytest -sx test_issue_exp-complex-infinity.py
