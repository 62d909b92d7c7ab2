conda create -y -n issue_reduce-noop-empty-axes python=3.11
conda activate issue_reduce-noop-empty-axes
pip install -r requirements.txt
pytest -sx test_issue_reduce-noop-empty-axes.py
