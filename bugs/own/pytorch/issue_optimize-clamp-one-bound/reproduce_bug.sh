conda create -y -n issue_optimize-clamp-one-bound python=3.11
conda activate issue_optimize-clamp-one-bound
pip install -r requirements.txt pytest
pytest -sx test_issue_optimize-clamp-one-bound.py
