conda create -y -n issue_log-coarse python=3.11
conda activate issue_log-coarse
pip install -r requirements.txt pytest
pytest -sx test_issue_log-coarse.py
