conda create -y -n issue_sparse-concat-overflow python=3.11
conda activate issue_sparse-concat-overflow
pip install -r requirements.txt pytest
pytest -sx test_issue_sparse-concat-overflow.py
