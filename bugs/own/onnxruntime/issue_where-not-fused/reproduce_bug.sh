conda create -y -n issue_where-not-fused python=3.11
conda activate issue_where-not-fused
pip install -r requirements.txt pytest
pytest -sx test_issue_where-not-fused.py
