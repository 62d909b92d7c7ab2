conda create -y -n issue_export-max-unpool python=3.11
conda activate issue_export-max-unpool
pip install -r requirements.txt pytest
pytest -sx test_issue_export-max-unpool.py
