conda create -y -n issue_torch-sum-no-axes python=3.11
conda activate issue_torch-sum-no-axes
pip install -r requirements.txt pytest
pytest -sx test_issue_torch-sum-no-axes.py
