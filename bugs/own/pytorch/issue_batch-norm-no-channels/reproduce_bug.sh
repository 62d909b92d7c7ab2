conda create -y -n issue_batch-norm-no-channels python=3.11
conda activate issue_batch-norm-no-channels
pip install -r requirements.txt pytest
pytest -sx test_issue_batch-norm-no-channels.py
