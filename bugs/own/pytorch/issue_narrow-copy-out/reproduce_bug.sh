conda create -y -n issue_narrow-copy-out python=3.11
conda activate issue_narrow-copy-out
pip install -r requirements.txt pytest
pytest -sx test_issue_narrow-copy-out.py
