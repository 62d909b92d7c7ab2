conda create -y -n issue_lazy-instance-norm-default python=3.11
conda activate issue_lazy-instance-norm-default
pip install -r requirements.txt pytest
pytest -sx test_issue_lazy-instance-norm-default.py
