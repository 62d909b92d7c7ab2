conda create -y -n issue_log-special python=3.11
conda activate issue_log-special
pip install -r requirements.txt pytest
pytest -sx test_issue_log-special.py
