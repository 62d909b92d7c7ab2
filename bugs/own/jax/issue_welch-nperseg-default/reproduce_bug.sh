conda create -y -n issue_welch-nperseg-default python=3.11
conda activate issue_welch-nperseg-default
pip install -r requirements.txt pytest
pytest -sx test_issue_welch-nperseg-default.py
