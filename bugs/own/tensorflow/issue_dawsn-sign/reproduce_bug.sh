conda create -y -n issue_dawsn-sign python=3.11
conda activate issue_dawsn-sign
pip install -r requirements.txt pytest
pytest -sx test_issue_dawsn-sign.py
