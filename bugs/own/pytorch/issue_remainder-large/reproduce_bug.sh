conda create -y -n issue_remainder-large python=3.11
conda activate issue_remainder-large
pip install -r requirements.txt pytest
pytest -sx test_issue_remainder-large.py
