conda create -y -n issue_reduce-l2-empty-negative-axes python=3.11
conda activate issue_reduce-l2-empty-negative-axes
pip install -r requirements.txt pytest
pytest -sx test_issue_reduce-l2-empty-negative-axes.py
