conda create -y -n issue_keras-safe-mode-default python=3.11
conda activate issue_keras-safe-mode-default
pip install -r requirements.txt pytest
pytest -sx test_issue_keras-safe-mode-default.py
