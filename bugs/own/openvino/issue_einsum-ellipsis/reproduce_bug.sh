conda create -y -n issue_einsum-ellipsis python=3.11
conda activate issue_einsum-ellipsis
pip install -r requirements.txt
pytest -sx test_issue_einsum-ellipsis.py
