conda create -y -n issue_onehot-float-indices python=3.11
conda activate issue_onehot-float-indices
pip install -r requirements.txt pytest
pytest -sx test_issue_onehot-float-indices.py
