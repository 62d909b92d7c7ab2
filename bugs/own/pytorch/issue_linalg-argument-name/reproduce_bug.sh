conda create -y -n issue_linalg-argument-name python=3.11
conda activate issue_linalg-argument-name
pip install -r requirements.txt pytest
pytest -sx test_issue_linalg-argument-name.py
