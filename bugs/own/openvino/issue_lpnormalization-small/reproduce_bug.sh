conda create -y -n issue_lpnormalization-small python=3.11
conda activate issue_lpnormalization-small
pip install -r requirements.txt pytest
pytest -sx test_issue_lpnormalization-small.py
