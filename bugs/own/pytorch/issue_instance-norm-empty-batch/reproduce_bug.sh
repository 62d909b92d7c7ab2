conda create -y -n issue_instance-norm-empty-batch python=3.11
conda activate issue_instance-norm-empty-batch
pip install -r requirements.txt pytest
pytest -sx test_issue_instance-norm-empty-batch.py
