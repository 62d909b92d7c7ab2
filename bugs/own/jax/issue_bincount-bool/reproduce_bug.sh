conda create -y -n issue_bincount-bool python=3.11
conda activate issue_bincount-bool
pip install -r requirements.txt
pytest -sx test_issue_bincount-bool.py
