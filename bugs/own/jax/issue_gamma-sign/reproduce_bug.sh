conda create -y -n issue_gamma-sign python=3.11
conda activate issue_gamma-sign
pip install -r requirements.txt
pytest -sx test_issue_gamma-sign.py
